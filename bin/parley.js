#!/usr/bin/env node
const NEEDED = 26;
const major = Number(process.versions.node.split('.')[0]);
if (major < NEEDED) {
  console.error(
    `parley needs Node.js ${NEEDED} or later to run from its sources, and this is ${process.versions.node}.`,
  );
  console.error('Run it with "npm start --", which brings its own, or build the single executable with ./install.sh.');
  process.exit(1);
}
const { run } = await import('../src/cli/program.ts');
await run(process.argv);
