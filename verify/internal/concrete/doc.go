// Package concrete evaluates machines for given values: it explores them for small
// parameters, and computes progress, guards and updates exactly.
package concrete
