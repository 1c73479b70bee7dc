// Package order is the machine with which the programs of package from are compared.
package order
