import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

const effectHook = /^use[A-Za-z]*Effect$/
const refAttribute = /^(?:ref|.*Ref)$/

/**
 * Returns the lines of effects and ref callbacks without braces. React calls their returned value as cleanup:
 * `scrollIntoView()` is declared void, but returns a Promise in Chromium. Throws if the text can't be parsed.
 */
export function bareEffectBodies(path: string, text: string): number[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`)
  const lines: number[] = []
  const check = (callback: ESTree.Node | null | undefined) => {
    if (callback?.type !== 'ArrowFunctionExpression' || !callback.expression) return
    // It returns its cleanup intentionally.
    if (withoutParentheses(callback.body).type === 'ArrowFunctionExpression') return
    lines.push(text.slice(0, callback.body.start).split('\n').length)
  }
  new Visitor({
    CallExpression: ({ callee, arguments: args }) => {
      if (isEffectHook(callee)) for (const argument of args) check(argument)
    },
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !refAttribute.test(name.name)) return
      if (value?.type === 'JSXExpressionContainer') check(value.expression)
    },
  }).visit(program)
  return lines
}

function isEffectHook(callee: ESTree.Node): boolean {
  if (callee.type === 'Identifier') return effectHook.test(callee.name)
  if (callee.type !== 'MemberExpression' || callee.computed) return false
  const { object, property } = callee
  if (object.type !== 'Identifier' || object.name !== 'React') return false
  return property.type === 'Identifier' && effectHook.test(property.name)
}

function withoutParentheses(node: ESTree.Node): ESTree.Node {
  return node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression) : node
}
