import { LRUCache } from 'lru-cache';
import { deepFreeze } from '../../config/tree.ts';
import { isSwitchedOff } from '../../switches.ts';

/** The most characters of a query that is remembered, and the most queries of one route. */
const LONGEST = 200;
const MOST = 100;

const isOn = !isSwitchedOff('PARLEY_TEST_NO_REMEMBERED_QUERIES');

/**
 * `read`, whose result depends on the query string alone, with its latest results remembered. They are frozen, because
 * requests share them. What `read` throws is not remembered.
 */
export function rememberQueries<T extends object>(read: (query: string) => T): (query: string) => T {
  let known: LRUCache<string, T> | undefined;
  return (query) => {
    if (!isOn || query.length > LONGEST) return deepFreeze(read(query));
    known ??= new LRUCache<string, T>({ max: MOST });
    const found = known.get(query);
    if (found) return found;
    const result = deepFreeze(read(query));
    known.set(query, result);
    return result;
  };
}
