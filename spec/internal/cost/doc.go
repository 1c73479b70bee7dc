// Package cost adds to a machine the costs of its runs, with their weights and claims.
//
// Guarantee: no weight of a start or an output is negative as long as the parameters and variables are in their declared ranges, and no
// expression divides by anything but a constant other than 0.
package cost
