/**
 * The Content-Security-Policy of the console's page: scripts of this server alone, none of which may make elements of text, and no
 * page may have it in a frame. Pictures and sounds may come from anywhere, since messages show them. Frames show what this server
 * serves with a policy of its own. The only text that may become the address of a script is that of the service worker.
 */
export function consolePolicy(publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Not every browser counts the socket of this server as 'self'.
    `connect-src 'self' ${origin.replace(/^http/, 'ws')}`,
    `img-src 'self' ${origin} https: data: blob:`,
    `media-src 'self' ${origin} https: blob:`,
    "frame-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types worker',
  ].join('; ');
}
