// Package columnstest stores machines in the columns of a table of a real database, through
// database/sql. It is a module of its own, so that users of fsmgen do not depend on a database.
package columnstest
