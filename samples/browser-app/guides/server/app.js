const [problem, login, view, logout, upload, player, videos] =
  ['problem', 'login', 'view', 'logout', 'upload', 'player', 'videos'].map((id) => document.getElementById(id))

logout.onclick = () => request('logout', { method: 'POST' }).then(() => location.reload()).catch(showProblem)
upload.onchange = () => send(upload.files[0]).then(list).catch(showProblem)
list().catch(showProblem)

async function list () {
  const { items } = await (await request('api/videos')).json()
  videos.replaceChildren(...items.map(({ id, title }) => {
    const item = document.createElement('li')
    item.textContent = title
    item.onclick = () => { player.src = content(id) }
    return item
  }))
}

// Shows the link to the login if the user is not logged in, and the view otherwise.
function offer (loggedIn) {
  login.hidden = loggedIn
  view.hidden = !loggedIn
}

function send (file) {
  const headers = { 'Content-Type': file.type || 'application/octet-stream' }
  return request(content(crypto.randomUUID()), { method: 'PUT', headers, body: file })
}

function content (id) {
  return `api/videos/${encodeURIComponent(id)}/content`
}

async function request (path, options = {}) {
  const csrf = document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]*)/)?.[1] ?? ''
  const response = await fetch(path, { ...options, headers: { 'X-XSRF-TOKEN': csrf, ...options.headers } })
  offer(response.status !== 401)
  if (response.status === 401) {
    throw new Error('Please log in')
  }
  if (!response.ok) {
    throw new Error((await response.json().catch(() => ({}))).detail ?? `The server responds with ${response.status}`)
  }
  return response
}

function showProblem (failure) {
  problem.textContent = failure.message
}
