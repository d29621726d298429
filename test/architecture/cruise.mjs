import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { createRequire } from 'node:module';

/** Prints, for each given folder, the names of the rules that its code breaks. */
const { forbidden, options } = createRequire(import.meta.url)('./boundaries.cjs');

/** Without this, each import is looked up as the compiled file first, which takes a quarter of the time. */
const resolving = { ...options.enhancedResolveOptions, extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } };

const violations = [];
for (const folder of process.argv.slice(2)) {
  process.chdir(folder);
  const { output } = await cruise(
    ['src', 'packages/client/src', 'packages/commands/src', 'packages/mcp/src'].filter(existsSync),
    { ...options, ruleSet: { forbidden }, validate: true },
    resolving,
    { tsConfig: extractTSConfig(join(folder, 'tsconfig.json')) },
  );
  violations.push(output.summary.violations.map((violation) => violation.rule.name));
}
process.stdout.write(JSON.stringify(violations));
