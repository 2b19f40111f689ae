import { p } from '@mikro-orm/core';

/** Anything that JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
/** Free key-value pairs that belong to the account's users. */
export type Attributes = { [key: string]: Json };

/** The row's own key: one increasing integer per table. */
export const id = () => p.integer().primary().autoincrement();

/** A moment, to the millisecond. SQLite keeps Unix milliseconds, PostgreSQL a timestamptz. */
export const moment = () => p.datetime().length(3);

/** True or false. The declared type is the same on both databases, so that db/sqlite.ts can tell it from a number. */
export const flag = () => p.boolean().columnType('boolean');

/** Text of any length. */
export const text = () => p.text();

/** A JSON document of the given shape. */
export const json = <T>() => p.json().$type<T>();

/** An object of free keys, `{}` unless told otherwise. */
export const attributes = () => json<Attributes>().default('{}');

/**
 * One of `values`, kept as text. No check constraint: adding a value would make SQLite copy the whole table, and what is
 * written has passed a schema already.
 */
export const choice = <const T extends readonly string[]>(_values: T) => p.string().$type<T[number]>();
