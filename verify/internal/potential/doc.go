// Package potential finds progress functions with one component, by amortized analysis.
//
// Some steps are charged to a norm: an expression that is never negative, and that the
// step decreases. The other steps form no cycle. The function of a place is the sum of
// the norms, each with a weight, and of an offset. The weight of a norm pays for the steps
// that are charged to it: for the step itself, and for each norm that the step raises, the
// weight of that norm times the rise. The offset of a place pays for the other steps on
// the longest way from it. Weights, rises and offsets are polynomials over the parameters,
// so what is reset and counted down again costs a sum, not a product of all ranges
// (Brockschmidt, Emmes, Falke, Fuhs and Giesl, TOPLAS 2016; Sinn, Zuleger and Veith, JAR
// 2017).
//
// Steps can have other costs than 1. If some cost nothing, such as all that do not start a
// call, cycles of these need not be charged to a norm, and the functions limit the sum of
// the costs, whether or not runs end.
//
// Guarantee: none, and nothing depends on one. Package verdict checks the proofs for
// everything that is found.
package potential
