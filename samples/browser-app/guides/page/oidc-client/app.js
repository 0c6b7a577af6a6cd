import { InMemoryWebStorage, UserManager, WebStorageStateStore } from './oidc-client-ts.js'

const pageUrl = location.origin + location.pathname
const [problem, login, show, logout, videos] =
  ['problem', 'login', 'show', 'logout', 'videos'].map((id) => document.getElementById(id))
let config
let users
let leeway
let renewal

login.onclick = () => users.signinRedirect().catch(showProblem)
show.onclick = () => {
  problem.textContent = ''
  list().catch(showProblem)
}
logout.onclick = () => logOut().catch(showProblem)
start().catch(showProblem)

async function start () {
  config = await configuration()
  users = new UserManager({
    authority: config.oidcProvider.issuer,
    metadata: config.oidcProvider,
    client_id: config.clientId,
    scope: config.scope,
    response_mode: config.responseMode,
    redirect_uri: pageUrl,
    automaticSilentRenew: false,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() })
  })
  users.events.addUserLoaded((user) => { leeway = Math.min(30, user.expires_in / 2) })
  if (new URLSearchParams(location.hash.slice(1)).has('state')) {
    try {
      checkIssuer(config.oidcProvider)
      checkIdToken(await users.signinCallback())
    } catch (failure) {
      await users.removeUser()
      showProblem(failure)
    } finally {
      history.replaceState(null, '', pageUrl)
    }
  }
  await offer()
  if (await users.getUser()) {
    await list()
  }
}

async function offer () {
  const user = await users.getUser()
  login.hidden = Boolean(user)
  show.hidden = !user
  logout.hidden = !user || !config.oidcProvider.end_session_endpoint
}

function checkIdToken ({ profile }) {
  if (profile.iss !== config.oidcProvider.issuer || ![profile.aud].flat().includes(config.clientId)) {
    throw new Error('The ID token is not meant for this page')
  }
}

// Calls the API. The token is sent to URLs below apiBaseUrl only.
async function call (path, options = {}) {
  const url = new URL(path, config.apiBaseUrl)
  if (!url.href.startsWith(config.apiBaseUrl)) {
    throw new Error('Not a URL of the API')
  }
  const headers = new Headers(options.headers)
  headers.set('Authorization', `Bearer ${await token()}`)
  const response = await fetch(url, { ...options, headers, redirect: 'error' })
  if (response.status === 401) {
    // a new login may help; started automatically, it could repeat forever
    await users.removeUser()
    videos.replaceChildren()
    await offer()
    throw new Error('The platform refuses your login. Log in again')
  }
  return response
}

// Resolves with a token, which it refreshes if it expires soon, or leaves the page for a login.
async function token () {
  let user = await users.getUser()
  if (user?.refresh_token && user.expires_in < leeway) {
    // one refresh for all calls: a refresh token may be valid only once
    renewal ??= users.signinSilent().finally(() => { renewal = undefined })
    user = await renewal.catch((failure) => {
      if (failure.name === 'ErrorResponse') {
        return null // the provider has rejected the refresh token
      }
      throw new Error('The identity provider does not respond. Try again', { cause: failure })
    })
  }
  if (user && !user.expired) {
    return user.access_token
  }
  await users.signinRedirect()
  return new Promise(() => {}) // never resolves: the browser is leaving this page
}

// Posts a form: URLs are written to logs, and this one would contain the ID token.
async function logOut () {
  const { id_token: idToken } = await users.getUser()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = config.oidcProvider.end_session_endpoint
  const fields = { id_token_hint: idToken, client_id: config.clientId, post_logout_redirect_uri: pageUrl }
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
  document.body.append(form)
  form.submit()
}

// The server responds with 503 until it has discovered the provider; Retry-After says when to try again.
async function configuration () {
  for (;;) {
    const response = await fetch('platform/client.json')
    if (response.ok) {
      problem.textContent = ''
      return response.json()
    }
    if (response.status !== 503) {
      throw new Error(`The server responds with ${response.status} to platform/client.json`)
    }
    problem.textContent = 'The platform cannot be reached just now'
    await new Promise((resolve) => setTimeout(resolve, 1000 * (response.headers.get('Retry-After') ?? 5)))
  }
}

async function list () {
  const response = await call('videos')
  if (!response.ok) {
    throw new Error(`The API responds with ${response.status}`)
  }
  const { items } = await response.json()
  videos.replaceChildren(...items.map(({ title }) =>
    Object.assign(document.createElement('li'), { textContent: title })))
}

// RFC 9207: a response of another provider is refused before the adapter sees it.
function checkIssuer (provider) {
  const params = new URLSearchParams(location.hash.slice(1))
  const stated = params.getAll('iss')
  const expected = stated.length === 1
    ? stated[0] === provider.issuer
    : stated.length === 0 && !provider.authorization_response_iss_parameter_supported
  if (params.has('state') && !expected) {
    throw new Error('The response does not come from the identity provider that was asked')
  }
}

function showProblem (failure) {
  problem.textContent = failure?.message ?? failure?.error ?? 'You could not be logged in'
}
