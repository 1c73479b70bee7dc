package haggle
