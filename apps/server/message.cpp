#include "message.h"

#include <array>
#include <nlohmann/json.hpp>

namespace craton::server {
namespace {

struct Status {
  int code;
  std::string_view text;
};

constexpr std::array statuses = {
    Status{200, "OK"},
    Status{202, "Accepted"},
    Status{204, "No Content"},
    Status{303, "See Other"},
    Status{304, "Not Modified"},
    Status{400, "Bad Request"},
    Status{401, "Unauthorized"},
    Status{403, "Forbidden"},
    Status{404, "Not Found"},
    Status{405, "Method Not Allowed"},
    Status{408, "Request Timeout"},
    Status{409, "Conflict"},
    Status{411, "Length Required"},
    Status{413, "Content Too Large"},
    Status{415, "Unsupported Media Type"},
    Status{421, "Misdirected Request"},
    Status{422, "Unprocessable Content"},
    Status{429, "Too Many Requests"},
    Status{431, "Request Header Fields Too Large"},
    Status{500, "Internal Server Error"},
    Status{501, "Not Implemented"},
    Status{503, "Service Unavailable"},
    Status{505, "HTTP Version Not Supported"},
};

struct Kind {
  int status;
  std::string_view name;
};

Kind kind_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_value: return {422, "bad_value"};
    case ErrorCode::unknown_name: return {422, "unknown_name"};
    case ErrorCode::unsupported: return {422, "unsupported"};
    case ErrorCode::cancelled: return {503, "cancelled"};
    case ErrorCode::io:
    case ErrorCode::corrupt: return {500, "files"};
  }
  return {500, "internal"};
}

}  // namespace

std::string_view method_name(Method method) {
  switch (method) {
    case Method::get: return "GET";
    case Method::head: return "HEAD";
    case Method::post: return "POST";
    case Method::del: return "DELETE";
    case Method::options: return "OPTIONS";
    case Method::other: break;
  }
  return "";
}

std::string_view status_text(int status) {
  for (const Status& each : statuses)
    if (each.code == status) return each.text;
  return "Unknown";
}

Response error_response(int status, std::string_view code, std::string_view path, std::string_view message) {
  const nlohmann::ordered_json body = {{"error", {{"code", code}, {"path", path}, {"message", message}}}};
  // Whatever bytes a message quotes, the answer is UTF-8.
  return json_response(body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), status);
}

Response error_response(const Error& error) {
  const Kind kind = kind_of(error.code);
  return error_response(kind.status, kind.name, error.path, error.message);
}

Response json_response(std::string text, int status) {
  Response response;
  response.status = status;
  response.body = std::make_shared<const std::string>(std::move(text));
  return response;
}

Response bytes_response(std::string bytes, std::string type) {
  Response response;
  response.type = std::move(type);
  response.body = std::make_shared<const std::string>(std::move(bytes));
  return response;
}

}  // namespace craton::server
