/** The address in a sender such as `Acme <hello@acme.example>`; null = there is none. */
export function senderAddress(sender: string): string | null {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? (sender.trim() || null);
}
