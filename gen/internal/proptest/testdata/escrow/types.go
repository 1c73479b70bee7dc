package escrow
