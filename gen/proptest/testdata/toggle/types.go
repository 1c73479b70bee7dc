package toggle
