/** The id that people who show no number have at a business: their country, and letters and digits. */
export const USER_ID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z\d]{1,128}$/;
