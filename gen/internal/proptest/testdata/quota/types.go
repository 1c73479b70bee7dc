package quota
