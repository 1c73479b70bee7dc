package toolcall
