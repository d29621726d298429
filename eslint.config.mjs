import { resolve } from 'node:path';
import tseslint from 'typescript-eslint';
import { TENANT_FENCE } from './tenant-fence.mjs';

const PROJECT = resolve(import.meta.dirname, '../..');

export default tseslint.config(
  { ignores: ['dist/**', '**/*.mjs', '**/*.cjs'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { project: 'test/tsconfig.json', tsconfigRootDir: PROJECT } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      // A handler may have to take what it has no use for, such as a body that must be empty.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'off',
      // Endpoints name the body they take even where they need nothing of it.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Handlers and interface methods are async because their kind is, not because this one waits.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/modules/**/*.ts'],
    rules: TENANT_FENCE,
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Answers arrive as whatever JSON says; the assertions are what proves their shape.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
