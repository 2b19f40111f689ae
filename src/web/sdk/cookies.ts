const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The cookies of a page, on `domain` if that is not empty. */
export type Cookies = {
  get(name: string): string;
  set(name: string, value: string, seconds?: number): void;
  remove(name: string): void;
};

export function openCookies(domain: string): Cookies {
  const write = (name: string, value: string, seconds: number) => {
    const at = domain && `;domain=${domain}`;
    document.cookie = `${name}=${encodeURIComponent(value)};path=/;max-age=${seconds};samesite=lax${at}`;
  };
  return {
    get(name) {
      const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
      const value = found?.slice(name.length + 1) ?? '';
      try {
        return decodeURIComponent(value);
      } catch {
        return value;
      }
    },
    set: (name, value, seconds = YEAR_SECONDS) => write(name, value, seconds),
    remove: (name) => write(name, '', 0),
  };
}
