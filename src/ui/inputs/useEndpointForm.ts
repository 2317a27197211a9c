import { type FormErrors, useForm } from '@mantine/form'
import type { FormEvent } from 'react'

/** `code` is zod's: `too_big`, `invalid_type`, … */
type Issue = { code: string; path: readonly PropertyKey[] }

type EndpointFormOptions<Values extends object, Body> = {
  /** The `body` schema of the form's endpoint. */
  body: { safeParse: (body: unknown) => { error?: { issues: readonly Issue[] } | undefined } }
  initialValues: Values
  /** Its fields have the names of the form's fields, unless `getField` maps them. */
  toBody: (values: Values) => Body
  getField?: (name: string) => keyof Values & string
  getErrorMessage: (field: keyof Values & string, issue: Issue, values: Values) => string
  /** Errors that no schema can find. Errors found by the schema take precedence. */
  getExtraErrors?: (values: Values) => Partial<Record<keyof Values & string, string>>
  onValuesChange?: (values: Values, previous: Values) => void
}

/**
 * Mantine's form, validated with the endpoint's body schema. Focuses the first invalid field. `submit` calls back only
 * with a valid body, and not while a request is pending.
 */
export function useEndpointForm<Values extends object, Body>(options: EndpointFormOptions<Values, Body>) {
  const { initialValues, toBody, onValuesChange } = options
  const form = useForm<Values>({
    initialValues,
    ...(onValuesChange && { onValuesChange }),
    validate: values => getErrors(options, values),
  })
  /** Some password managers fill a field without an event, so the form still has the old value. */
  const readAutofilledFields = (element: Element) => {
    for (const [name, value] of Object.entries(form.getValues())) {
      const field = findField(element, name)
      if (!(field instanceof HTMLInputElement) || typeof value !== 'string' || !isTypable(field)) continue
      if (field.value !== value) form.setValues({ [name]: field.value } as Partial<Values>)
    }
  }
  const submit = (send: (body: Body) => void | Promise<void>) => (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (form.submitting) return
    const element = event?.currentTarget
    if (element) readAutofilledFields(element)
    form.onSubmit(
      values => send(toBody(values)),
      (errors, values) => {
        const first = Object.keys(values).find(field => field in errors)
        if (first === undefined) return
        const field = element ? findField(element, first) : form.getInputNode(first)
        field?.focus()
      },
    )(event)
  }
  return { ...form, submit }
}

/** Mantine's `getInputNode` searches the whole page, where another form may have the same field. */
const findField = (element: Element, name: string) =>
  element.querySelector<HTMLElement>(`[data-path="${CSS.escape(name)}"]`)

/** Whether the text is the value. A select shows a label instead. */
const isTypable = ({ type, role, readOnly }: HTMLInputElement) =>
  ['text', 'password', 'email', 'search'].includes(type) && role === null && !readOnly

function getErrors<Values extends object, Body>(
  { body, toBody, getErrorMessage, getExtraErrors, getField }: EndpointFormOptions<Values, Body>,
  values: Values,
): FormErrors {
  const errors: Record<string, string> = {}
  for (const issue of body.safeParse(toBody(values)).error?.issues ?? []) {
    const name = String(issue.path[0])
    const field = getField?.(name) ?? (name as keyof Values & string)
    // The form does not show this field. The service reports its own error.
    if (field in values) errors[field] ??= getErrorMessage(field, issue, values)
  }
  return { ...getExtraErrors?.(values), ...errors }
}
