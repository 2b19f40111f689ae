import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and sums come as numbers; dates and JSON as the driver gives them. */
export const postgresTypes = new pg.TypeOverrides();
postgresTypes.setTypeParser(INT8, Number);
postgresTypes.setTypeParser(NUMERIC, Number);
