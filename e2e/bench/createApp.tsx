import { type ComponentType, Fragment, type PropsWithChildren, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Creates an app that runs React, and renders its view as soon as `show` is called. */
export function createApp<Props>(
  renderView: (props: Props) => ReactNode,
  Surroundings: ComponentType<PropsWithChildren> = Fragment,
) {
  let update = (_: Props) => {}
  function App() {
    const [shown, setShown] = useState<{ props: Props }>()
    update = props => setShown({ props })
    return shown ? renderView(shown.props) : <p>Not yet</p>
  }
  return {
    start: (root: HTMLElement) =>
      createRoot(root).render(
        <Surroundings>
          <App />
        </Surroundings>,
      ),
    show: (props: Props) => update(props),
  }
}
