// Package claims writes the check of the spec's claims about values, which machines from
// snapshots and from columns must pass.
package claims
