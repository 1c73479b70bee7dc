// Package waiver reads lists of breaking changes that are intended.
//
//	waivers:
//	  - machine: Order
//	    code: FSMB304
//	    subject: transition Open --Pay[left > 0]--> Paid
//	    reason: Orders without items were never paid, see INC-7.
//
// A subject may be a list. [Parse] returns a [Waiver] for each subject.
package waiver
