import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { TENANT_FENCE } from './test/architecture/tenant-fence.mjs';

export default defineConfig(
  { ignores: ['**/dist/**', 'packages/client/src/generated/**'] },
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: 'test/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
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
  {
    files: ['**/*.mjs', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: {
      // In TypeScript the compiler tells.
      'no-dupe-keys': 'error',
      '@typescript-eslint/no-require-imports': 'off',
    },
  },
);
