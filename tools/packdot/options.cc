// The shared options' names, help texts and checks.
#include "tools/packdot/options.h"

#include <iostream>

namespace packdot::cli {

void AddModel(CLI::App& app, ModelFile& model) {
  app.add_option("FILE", model.path, "a GGUF file")->required();
  AddTypeIds(app, model);
}

CLI::Option* AddTypeIds(CLI::App& app, ModelFile& model) {
  return app
      .add_option("--type-id", model.type_ids,
                  "what a type id means in this file, like 42=STQ1_0; may be given for several ids")
      ->allow_extra_args(false)  // what follows is another option or a name
      ->type_name("ID=FORMAT");
}

void AddThreads(CLI::App& app, int& threads) {
  const auto check = [](const std::string& text) {
    return text.starts_with('-') ? "must not be negative, but is " + text : std::string();
  };
  app.add_option("--threads", threads, "threads to use; 0: all that this process may use")
      ->check(check, "N")
      ->capture_default_str();
}

void AddJson(CLI::App& app, bool& json) {
  app.add_flag("--json", json, "print JSON instead of tables");
}

void AddOutput(CLI::App& app, std::string& path, const std::string& what) {
  app.add_option("--out", path, "where to write " + what + "; - is standard output")->required();
}

ActivationType ActivationOf(const std::string& name) {
  return name == "f32" ? ActivationType::kF32 : ActivationType::kQ8;
}

std::string ActivationName(ActivationType type) {
  return type == ActivationType::kF32 ? "f32" : "q8";
}

void PrintJson(const nlohmann::ordered_json& json) {
  constexpr int kIndent = 2;
  std::cout << json.dump(kIndent, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace packdot::cli
