/** The object, with a note of whether any of its properties has been read. */
export function noted<T extends object>(object: T): { object: T; isRead(): boolean } {
  let isRead = false;
  const proxy = new Proxy(object, {
    get: (target, property) => {
      isRead = true;
      return Reflect.get(target, property) as unknown;
    },
    has: (target, property) => {
      isRead = true;
      return property in target;
    },
    ownKeys: (target) => {
      isRead = true;
      return Reflect.ownKeys(target);
    },
  });
  return { object: proxy, isRead: () => isRead };
}
