package refund
