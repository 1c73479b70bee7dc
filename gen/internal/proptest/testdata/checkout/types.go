package checkout
