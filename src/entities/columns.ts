import { p } from '@mikro-orm/core';

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
/** Free key-value pairs, defined by the account's users. */
export type Attributes = { [key: string]: Json };

/**
 * The primary key: an increasing integer that does not return when its row is deleted, because callers, receivers, jobs and
 * lanes may still name it. For that, SQLite writes one more page with each commit. It is the same page for all tables:
 * tables that need no such promise would save nothing, because messages and events need it.
 */
export const id = () => p.integer().primary().autoincrement();

/** A time with milliseconds. SQLite stores Unix milliseconds, PostgreSQL a timestamptz. */
export const moment = () => p.datetime().length(3);

/** A boolean. SQLite declares it as boolean too, so that db/drivers/sqlite-statement.ts can tell it from a number. */
export const flag = () => p.boolean().columnType('boolean');

/** Text of any length. */
export const text = () => p.text();

/** A JSON document of the given shape. */
export const json = <T>() => p.json().$type<T>();

/** An object of free keys, by default `{}`. */
export const attributes = () => json<Attributes>().default('{}');

/**
 * One of `values`, stored as text. There is no check constraint, because adding a value would make SQLite copy the
 * whole table, and input has been checked by a schema already.
 */
export const choice = <const T extends readonly string[]>(_values: T) => p.string().$type<T[number]>();
