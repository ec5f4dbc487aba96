#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

/// The plainest client, for tests: it can also do what no client should.
namespace craton::server {

struct Reply {
  int status = 0;                              ///< 0: the connection ended without an answer
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string body;

  std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

class Client {
 public:
  /// `from`: an address of this machine, so that the server sees another client.
  explicit Client(std::uint16_t port, int receive_buffer = 0, const char* from = nullptr)
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    timeval patience{180, 0};  // sanitizers are slow
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (receive_buffer) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    if (from && (::inet_pton(AF_INET, from, &address.sin_addr) != 1 ||
                 ::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0))
      return;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  Client(Client&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), connected_(other.connected_), rest_(std::move(other.rest_)) {}
  ~Client() { hang_up(); }

  bool connected() const { return connected_; }
  void hang_up() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  bool send(std::string_view text) const {
    while (!text.empty()) {
      const auto sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  /// Reads until `end` is there, and gives all up to and with it; "" where the connection ends before.
  std::string read_until(std::string_view end) {
    std::size_t found;
    while ((found = rest_.find(end)) == std::string::npos)
      if (!fill()) return "";
    std::string text = rest_.substr(0, found + end.size());
    rest_.erase(0, text.size());
    return text;
  }

  /// Whether an answer has begun to come, or the end.
  bool answered() const {
    char byte;
    return !rest_.empty() || ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0;
  }

  /// At most so many bytes of what comes, as they come; "" at the end.
  std::string some(std::size_t most) const {
    std::string text(most, '\0');
    const auto count = ::recv(socket_, text.data(), most, 0);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
  }

  Reply receive(bool head_only = false) {
    Reply reply;
    const std::string head = read_until("\r\n\r\n");
    if (head.size() < 12) return reply;
    reply.status = std::atoi(head.c_str() + 9);
    for (std::size_t line = head.find("\r\n") + 2; line + 2 < head.size();) {
      const std::size_t stop = head.find("\r\n", line), colon = head.find(':', line);
      std::string name = head.substr(line, colon - line);
      std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      reply.headers[name] = head.substr(colon + 2, stop - colon - 2);
      line = stop + 2;
    }
    if (head_only || reply.status == 204 || reply.status == 304) return reply;
    if (reply.header("transfer-encoding") == "chunked") {
      reply.body = read_until("0\r\n\r\n");
      return reply;
    }
    const std::size_t length = std::stoul(reply.headers.count("content-length") ? reply.header("content-length") : "0");
    while (rest_.size() < length)
      if (!fill()) return reply;
    reply.body = rest_.substr(0, length);
    rest_.erase(0, length);
    return reply;
  }

  Reply ask(std::string_view method, std::string_view target, std::string_view body = {}, std::string_view headers = {}) {
    std::string text =
        std::string(method) + " " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(headers);
    if (!body.empty()) text += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
    send(text + "\r\n" + std::string(body));
    return receive(method == "HEAD");
  }
  Reply get(std::string_view target, std::string_view headers = {}) { return ask("GET", target, {}, headers); }

  /// A text as it is, and what comes back.
  Reply raw(std::string_view text) {
    send(text);
    return receive();
  }
  /// No more is sent, as when a program ends in the middle.
  void end_sending() const { ::shutdown(socket_, SHUT_WR); }

 private:
  bool fill() {
    char buffer[16384];
    const auto count = ::recv(socket_, buffer, sizeof buffer, 0);
    if (count <= 0) return false;
    rest_.append(buffer, static_cast<std::size_t>(count));
    return true;
  }

  int socket_ = -1;
  bool connected_ = false;
  std::string rest_;
};

}  // namespace craton::server
