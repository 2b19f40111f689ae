/** Whether a test has switched off the mechanism that the variable names, to see the same with the simple path. */
export function isSwitchedOff(variable: `PARLEY_TEST_NO_${string}`): boolean {
  return process.env[variable] !== undefined;
}
