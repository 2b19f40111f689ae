/** The key that commands are given with on this platform. */
export const modifier = (): string => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl');
