-- In a transaction of its own, so that sign-ins go on while it reads the table.
alter table sign_ins validate constraint sign_ins_method_check;
