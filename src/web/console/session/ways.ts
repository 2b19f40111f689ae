export const WAYS = ['google', 'oidc', 'saml'] as const;
/** A way to sign in at a provider. */
export type SignInWay = (typeof WAYS)[number];

/** The ways that the page says the server offers. */
export function readWays(): SignInWay[] {
  const { ways = [] } = JSON.parse(document.querySelector('#parley-console')?.textContent ?? '{}') as {
    ways?: string[];
  };
  return WAYS.filter((way) => ways.includes(way));
}
