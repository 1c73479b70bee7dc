// Package cpf writes a proof that a machine ends in CPF 3, the format of certificates that
// the verified checker CeTA reads (cl-informatik.uibk.ac.at/software/ceta): an integer
// transition system, invariants of its locations, and a ranking function for each strongly
// connected component.
//
// The elements are those that CeTA's parser of such proofs accepts (IsaFoR, LTS_Parser.thy),
// in the form in which others have had certificates checked by CeTA 3.8: invariants first,
// with a node for each location; then a cooperation program with a cut point at each location
// of a component; then the removal of all transitions of the component at once. Components of
// a progress function are the expressions of a lexicographic order. All components are larger
// by 1 than in the report, so that they are positive where they decrease.
//
// States are locations; the start is a transition from a location of its own, which chooses
// the parameters. Bools are 0 and 1, and enum values and strings are numbers. What comes with
// an event, and the values of operators that polynomials lack, are variables that each
// transition sets anew: formulas read them as post variables.
//
// CeTA reasons about linear arithmetic. Where the certificate of a step multiplies facts, the
// file comes with a remark, because CeTA may not follow.
//
// The file depends only on the report, to the byte.
package cpf
