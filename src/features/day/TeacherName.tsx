import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useT } from '../../i18n/useT.ts'
import type { TeacherName } from './useMyDays.ts'

/** Choice of the name in the timetables, if the service does not know which lessons are the user's. */
export function NameChoice({ name }: { name: TeacherName }) {
  const t = useT('day')
  const { options, isChoosing, isStored, choose, cancel } = name
  if (!options) return null
  return (
    <Stack gap="sm" py="lg">
      <Text component="h2" fw={600}>
        {t('who.title')}
      </Text>
      <Text c="dimmed">{t(options.length > 0 ? 'who.lead' : 'who.none')}</Text>
      {options.length > 0 && (
        <Group component="ul" gap="sm" aria-label={t('who.title')}>
          {options.map(option => (
            <li key={option}>
              <Button variant="default" onClick={() => choose(option)}>
                {option}
              </Button>
            </li>
          ))}
        </Group>
      )}
      {isChoosing && (
        <Group gap="sm">
          <Button variant="subtle" onClick={cancel}>
            {t('who.cancel')}
          </Button>
          {isStored && (
            <Button variant="subtle" onClick={() => choose(undefined)}>
              {t('who.forget')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}

/** Names the teacher of the lessons, and leads to the choice of another name. */
export function NameLine({ name: { current, canChange, change } }: { name: TeacherName }) {
  const t = useT('day')
  if (!canChange) return null
  return (
    <Group component="p" gap="sm" my="md" fz="sm" c="dimmed">
      <span>{current === undefined ? t('who.missing') : t('who.current', { name: current })}</span>
      <UnstyledButton variant="link" onClick={change}>
        {t(current === undefined ? 'who.choose' : 'who.change')}
      </UnstyledButton>
    </Group>
  )
}
