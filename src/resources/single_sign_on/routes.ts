export { google, oidc } from './oidc/routes.ts';
export { saml, samlLogin } from './saml-routes.ts';
