package courier
