import { type FormErrors, useForm } from '@mantine/form'
import type { FormEvent } from 'react'

/** What a schema finds: `code` as zod has it (`too_big`, `invalid_type`, …). */
type Issue = { code: string; path: readonly PropertyKey[] }

type EndpointForm<Values extends object, Body> = {
  /** The `body` of the endpoint the form is for. */
  body: { safeParse: (body: unknown) => { error?: { issues: readonly Issue[] } | undefined } }
  initialValues: Values
  /** What is sent. Its fields are called as those of the form, or as `fieldOf` says. */
  toBody: (values: Values) => Body
  fieldOf?: (name: string) => keyof Values & string
  /** What stands at a field that the service would refuse. */
  sentence: (field: keyof Values & string, issue: Issue, values: Values) => string
  /** What no schema knows; what one finds goes before. */
  alsoWrong?: (values: Values) => Partial<Record<keyof Values & string, string>>
  onValuesChange?: (values: Values, before: Values) => void
}

/**
 * Mantine's form, checked with the endpoint's own body schema: what the service would refuse is said at its field, and the
 * first of those fields gets the focus. `submit` calls back only with a body that is right, and not while the last is sent.
 */
export function useEndpointForm<Values extends object, Body>(options: EndpointForm<Values, Body>) {
  const { initialValues, toBody, onValuesChange } = options
  const form = useForm<Values>({
    initialValues,
    ...(onValuesChange && { onValuesChange }),
    validate: values => errorsOf(options, values),
  })
  /** Some password managers fill a field without an event. The form has its former value then. */
  const readFields = (element: Element) => {
    for (const [name, value] of Object.entries(form.getValues())) {
      const field = fieldIn(element, name)
      if (!(field instanceof HTMLInputElement) || typeof value !== 'string' || !isTypable(field)) continue
      if (field.value !== value) form.setValues({ [name]: field.value } as Partial<Values>)
    }
  }
  const submit = (send: (body: Body) => void | Promise<void>) => (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (form.submitting) return
    const element = event?.currentTarget
    if (element) readFields(element)
    form.onSubmit(
      values => send(toBody(values)),
      (errors, values) => {
        const first = Object.keys(values).find(field => field in errors)
        if (first === undefined) return
        const field = element ? fieldIn(element, first) : form.getInputNode(first)
        field?.focus()
      },
    )(event)
  }
  return { ...form, submit }
}

/** Returns the field of this form. Mantine's `getInputNode` searches the page, where another form may have the same field. */
const fieldIn = (element: Element, name: string) =>
  element.querySelector<HTMLElement>(`[data-path="${CSS.escape(name)}"]`)

/** Whether the text in the field is its value. A list of choices shows a label instead. */
const isTypable = ({ type, role, readOnly }: HTMLInputElement) =>
  ['text', 'password', 'email', 'search'].includes(type) && role === null && !readOnly

function errorsOf<Values extends object, Body>(
  { body, toBody, sentence, alsoWrong, fieldOf }: EndpointForm<Values, Body>,
  values: Values,
): FormErrors {
  const errors: Record<string, string> = {}
  for (const issue of body.safeParse(toBody(values)).error?.issues ?? []) {
    const name = String(issue.path[0])
    const field = fieldOf?.(name) ?? (name as keyof Values & string)
    // What nobody can type here the service refuses in its own words.
    if (field in values) errors[field] ??= sentence(field, issue, values)
  }
  return { ...alsoWrong?.(values), ...errors }
}
