const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The cookies of a page, on `domain` unless it is ''. Cookies that the browser refuses last as long as the page. */
export type Cookies = {
  get(name: string): string;
  /** Keeps it for so many seconds, a year unless given; 0 removes it. */
  set(name: string, value: string, seconds?: number): void;
};

export function openCookies(domain: string): Cookies {
  const at = domain && `;domain=${domain}`;
  const secure = location.protocol === 'https:' ? ';secure' : '';
  const refused: Record<string, string> = {};
  return {
    get(name) {
      const value = `; ${document.cookie}`.split(`; ${name}=`)[1]?.split(';')[0] || refused[name] || '';
      try {
        return decodeURIComponent(value);
      } catch {
        return value;
      }
    },
    set(name, value, seconds = YEAR_SECONDS) {
      const cookie = `${name}=${(refused[name] = encodeURIComponent(value))}`;
      document.cookie = `${cookie};path=/;max-age=${seconds};samesite=lax${at}${secure}`;
      if (document.cookie.includes(cookie)) refused[name] = '';
    },
  };
}
