#!/usr/bin/env node
import { useCompileCache } from './application/compile-cache.js';

useCompileCache();
// Loaded after that, so that the cache serves it.
const { runProgram } = await import('./cli/program.js');
await runProgram(process.argv.slice(2), async () => (await import('./app.module.js')).AppModule);
