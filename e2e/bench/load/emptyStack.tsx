import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/AppShell.css'
import { AppShell, Button, MantineProvider, Menu, TextInput } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, Outlet, RouterProvider } from 'react-router'

// The cost of the packages alone: a shell, a button, a field, a menu and a page of text.
function Shell() {
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 240, breakpoint: 'sm' }} padding="md">
      <AppShell.Header>
        <Menu>
          <Menu.Target>
            <Button>Menu</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>First</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </AppShell.Header>
      <AppShell.Navbar>
        <Link to="/">Start</Link>
        <TextInput label="Find" />
      </AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

const sentence = 'One page of text, as long as a screen that has nothing else to say would be. '

function Text() {
  return (
    <article>
      <h1>The stack, empty</h1>
      {Array.from({ length: 12 }, (_, at) => at).map(at => (
        <p key={at}>{sentence.repeat(3)}</p>
      ))}
    </article>
  )
}

const router = createBrowserRouter([{ Component: Shell, children: [{ path: '*', Component: Text }] }])
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}
