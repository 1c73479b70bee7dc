package parcel

// Address is where a parcel goes.
type Address struct{ Street string }
