import type { Plugin } from 'vite'

const iconPackage = '@tabler/icons-react'
const namedImport = new RegExp(`import \\{([^}]*)\\} from '${iconPackage}'`, 'g')

/**
 * Imports each icon from its own file in development. As one file, 6,000 icons take a fifth of the start. A
 * build removes unused icons itself.
 */
export function singleIcons(): Plugin {
  return {
    name: 'staffroom:single-icons',
    apply: 'serve',
    enforce: 'pre',
    config: () => ({ optimizeDeps: { exclude: [iconPackage] } }),
    transform: {
      filter: { id: /\.tsx?$/, code: iconPackage },
      handler: code => ({ code: importSingleIcons(code), map: null }),
    },
  }
}

/** Keeps the number of lines. */
export function importSingleIcons(code: string): string {
  return code.replace(namedImport, (statement, names: string) => {
    const imports = names.split(',').flatMap(name => {
      const [icon = '', local = icon] = name.trim().split(' as ')
      // Compilation removes imports of types.
      if (icon === '' || icon.startsWith('type ')) return []
      return `import ${local} from '${iconPackage}/dist/esm/icons/${icon}.mjs'`
    })
    return imports.join(';') + '\n'.repeat(statement.split('\n').length - 1)
  })
}
