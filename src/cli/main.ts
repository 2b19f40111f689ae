import { run } from './program.ts';

// The single executable begins here.
void run(process.argv);
