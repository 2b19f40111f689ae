import { registerHooks } from 'node:module';

// Loaded with --import, this has generators that make TypeScript find a version with the interface they are written for:
// from version 7 on, TypeScript has another one.

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
