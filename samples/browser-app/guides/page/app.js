import Keycloak from './keycloak.js'

const pageUrl = location.origin + location.pathname
const [problem, login, show, logout, videos] =
  ['problem', 'login', 'show', 'logout', 'videos'].map((id) => document.getElementById(id))
let config
let keycloak

login.onclick = () => keycloak.login()
show.onclick = () => {
  problem.textContent = ''
  list().catch(showProblem)
}
logout.onclick = () => logOut()
start().catch(showProblem)

async function start () {
  config = await configuration()
  try {
    checkIssuer(config.oidcProvider)
    await init()
    await checkIdToken()
  } catch (failure) {
    // a login is still possible after a bad response
    history.replaceState(null, '', pageUrl)
    await init()
    showProblem(failure)
  }
  offer()
  if (keycloak.authenticated) {
    await list()
  }
}

function offer () {
  login.hidden = keycloak.authenticated
  show.hidden = !keycloak.authenticated
  logout.hidden = !keycloak.authenticated || !config.oidcProvider.end_session_endpoint
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

// The adapter finds its settings in the document.
function init (options) {
  keycloak = new Keycloak(config)
  return keycloak.init({ ...config, redirectUri: pageUrl, ...options })
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

// Calls the API. The token is sent to URLs below apiBaseUrl only.
async function call (path, options = {}) {
  const url = new URL(path, config.apiBaseUrl)
  if (!url.href.startsWith(config.apiBaseUrl)) {
    throw new Error('Not a URL of the API')
  }
  await renew()
  const headers = new Headers(options.headers)
  headers.set('Authorization', `Bearer ${keycloak.token}`)
  const response = await fetch(url, { ...options, headers, redirect: 'error' })
  if (response.status === 401) {
    // a new login may help; started automatically, it could repeat forever
    keycloak.clearToken()
    videos.replaceChildren()
    offer()
    throw new Error('The platform refuses your login. Log in again')
  }
  return response
}

// Refreshes a token that expires soon, or leaves the page for a login.
async function renew () {
  if (!keycloak.authenticated) {
    return leave()
  }
  const { iat, exp } = keycloak.tokenParsed
  const leeway = Math.min(30, (exp - iat) / 2)
  if (keycloak.refreshToken) {
    await keycloak.updateToken(leeway).catch((failure) => {
      if (!keycloak.authenticated) {
        return leave() // the provider has rejected the refresh token
      }
      throw new Error('The identity provider does not respond. Try again', { cause: failure })
    })
  } else if (exp + keycloak.timeSkew - Date.now() / 1000 < leeway) {
    await leave({ prompt: 'none' })
  }
}

function leave (options) {
  keycloak.login(options)
  return new Promise(() => {}) // never resolves: the browser is leaving this page
}

// Posts a form: URLs are written to logs, and this one would contain the ID token.
function logOut () {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = config.oidcProvider.end_session_endpoint
  const fields = { id_token_hint: keycloak.idToken, client_id: config.clientId, post_logout_redirect_uri: pageUrl }
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
  document.body.append(form)
  form.submit()
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

// Checks what the adapter does not: that there is an ID token, its issuer and audience, and at_hash (implicit grant).
async function checkIdToken () {
  if (!keycloak.authenticated) {
    return
  }
  const claims = keycloak.idTokenParsed
  const good = claims !== undefined && claims.iss === config.oidcProvider.issuer &&
    [claims.aud].flat().includes(config.clientId) &&
    (config.flow !== 'implicit' || claims.at_hash === await hash(keycloak.token))
  if (!good) {
    throw new Error('The ID token is not meant for this page')
  }
}

// OpenID Connect Core 1.0, section 3.2.2.9, for the algorithms that end in 256.
async function hash (token) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  return btoa(String.fromCharCode(...digest.slice(0, 16)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function showProblem (failure) {
  problem.textContent = failure?.message ?? failure?.error ?? 'You could not be logged in'
}
