/** Where providers reach the server: a proxy. */
export const PUBLIC_URL = 'https://support.example.com';
