import { project } from './project.ts';

export default project('once', { testMatch: ['<rootDir>/test/**/*.once.test.ts'], globalSetup: 'set-up-sqlite.ts' });
