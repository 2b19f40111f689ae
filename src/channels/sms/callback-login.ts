/** With which Bandwidth, which signs nothing, logs in to tell something; the password is the inbox's own. */
export const CALLBACK_USERNAME = 'parley';
