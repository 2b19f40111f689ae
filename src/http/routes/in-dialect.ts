import type { AnyObjectSchema } from 'yup';
import type { Differences } from '../../dialect.ts';
import type { Answer } from './answer.ts';
import type { UploadedFile } from '../body/upload.ts';
import type { BodyChoice, ByDialect, Route } from './route.ts';

const CREATED = 201;

type ChooseFiles = (files: UploadedFile[], body: unknown) => readonly UploadedFile[] | Promise<readonly UploadedFile[]>;

/** A route as one dialect has it. */
export type DialectRoute = Omit<Route, 'body' | 'answer' | 'chooseFiles'> & {
  body?: AnyObjectSchema | BodyChoice<AnyObjectSchema, unknown>;
  answer: Answer<unknown>;
  chooseFiles?: ChooseFiles;
};

/** The route in the dialect with these differences. */
export function inDialect({ body, answer, chooseFiles, ...route }: Route, differences: Differences): DialectRoute {
  const chosen = chosenIn(answer, differences);
  const isOfDialect = chosen.status === CREATED && !chosen.isSameInDialects;
  return {
    ...route,
    ...(body !== undefined && { body: chosenIn(body, differences) }),
    ...(chooseFiles && { chooseFiles: (files, given) => chooseFiles(files, given, differences) }),
    answer: isOfDialect ? { ...chosen, status: differences.createdStatus } : chosen,
  };
}

function chosenIn<T extends object>(given: ByDialect<T>, differences: Differences): T {
  return typeof given === 'function' ? given(differences) : given;
}
