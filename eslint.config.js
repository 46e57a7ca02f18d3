import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

const typescript = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/consistent-type-imports': [
    'error',
    { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
  ],
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
  ],
}

/** Rules that ask for types. */
const typed = {
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true },
  ],
  '@typescript-eslint/await-thenable': 'error',
}

/**
 * What oxlint cannot hold: components, the rules about them, and names that scripts do not declare.
 * It holds these same rules in plain TypeScript, as .oxlintrc.json says, in a tenth of the time.
 */
export default ts.config(
  { ignores: ['**/*.ts', '!**/*.svelte.ts'] },
  {
    // The last one is there while a build reads its settings, and gone before it could be read.
    ignores: [
      'out/',
      'dist/',
      'coverage/',
      '.cache/',
      'test-results/',
      'playwright-report/',
      '*.config.ts.*.mjs',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.svelte.ts'],
    extends: [ts.configs.base],
    rules: {
      ...ts.configs.eslintRecommended.rules,
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
    },
  },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    plugins: { '@typescript-eslint': ts.plugin },
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: {
      ...typescript,
      'no-undef': 'off',
      'no-unused-vars': 'off',
      // Server data sits in plain collections under $state.raw and is replaced whole.
      'svelte/prefer-svelte-reactivity': 'off',
      // Nothing may import stores, and looking for one asks for the type of each name.
      'svelte/require-store-reactive-access': 'off',
    },
  },
  {
    files: ['**/*.svelte'],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
    rules: typed,
  },
  {
    files: ['scripts/**/*.mjs', '*.js', '*.cjs'],
    languageOptions: { globals: globals.node },
  },
)
